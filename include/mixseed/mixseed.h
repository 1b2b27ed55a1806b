// Everything that mixseed offers.
#pragma once

#include "mixseed/data.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "mixseed/family.h"
#include "mixseed/fit.h"
#include "mixseed/generate.h"
#include "mixseed/io.h"
#include "mixseed/methods.h"
#include "mixseed/mixture.h"
#include "mixseed/pipeline.h"
#include "mixseed/precision.h"
#include "mixseed/record.h"
#include "mixseed/repairs.h"
#include "mixseed/replay.h"
#include "mixseed/restart.h"
#include "mixseed/version.h"
