// Linked into the test suite of the sanitizer build: an impossible allocation answers null, as it
// does elsewhere, so that RESOURCE_EXHAUSTED can be tested.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:detect_stack_use_after_return=1";
}
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }
