// Linked into the test suite of the build with ThreadSanitizer: an impossible allocation answers
// null, as it does elsewhere, so that RESOURCE_EXHAUSTED can be tested.
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1"; }
