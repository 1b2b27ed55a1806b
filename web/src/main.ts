// Reads the payload and shows the page that belongs to it.
import { make } from "./dom";
import { fitPage } from "./fit_page";
import { labPage } from "./lab_page";
import { Payload, readPayload } from "./payload";
import { replayPage } from "./replay_page";

function parts(payload: Payload): Node[] {
  if (payload.kind === "fit") return fitPage(payload);
  if (payload.kind === "replay") return replayPage(payload);
  if (payload.kind === "lab") return labPage(payload);
  return [make("p", {}, "There is nothing to show: the page was not written by mixseed.")];
}

document.getElementById("page")!.append(...parts(readPayload()));
document.documentElement.dataset.ready = "yes";
