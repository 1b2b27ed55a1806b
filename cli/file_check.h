// Which files a command reads and writes, checked before it runs.
#pragma once

#include "command.h"

namespace mixseed::cli {

// For a command whose options have their values. Throws Error(usage) where a result would replace a file that the
// command reads, or where two results are one file, and Error(output) where a result cannot be written. Files are
// compared by device and inode, so that links do not hide that two are one.
void check_files(const Command& command);

}  // namespace mixseed::cli
