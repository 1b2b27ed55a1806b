// The component under the pointer; figures and tables listen to changes.

export class Pointing {
  component = -1; // under the pointer, or in focus
  pinned = -1; // clicked
  private listeners: (() => void)[] = [];

  get shown(): number {
    return this.component >= 0 ? this.component : this.pinned;
  }
  listen(listener: () => void): void {
    this.listeners.push(listener);
  }
  point(component: number): void {
    if (component === this.component) return;
    this.component = component;
    this.notify();
  }
  pin(component: number): void {
    this.pinned = component === this.pinned ? -1 : component;
    this.notify();
  }
  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
