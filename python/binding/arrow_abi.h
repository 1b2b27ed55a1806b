// Arrow's C data and stream interfaces: three structs whose layout is fixed by the format, so that nothing of Arrow is
// needed to read them. https://arrow.apache.org/docs/format/CStreamInterface.html
#pragma once

#include <cstdint>

namespace mixseed::python {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags, n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length, null_count, offset, n_buffers, n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

// What a producer hands out is released once, by who took it.
template <typename Handed>
struct Taken : Handed {
  Taken() : Handed{} {}
  ~Taken() {
    if (this->release) this->release(this);
  }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
};

}  // namespace mixseed::python
