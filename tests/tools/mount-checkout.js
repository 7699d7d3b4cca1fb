// Linked into the wasm test suite: shows it the directory it is started in, read and write, as its current directory.
// (NODERAWFS would do the same, but does not work with pthreads.)
Module['preRun'] = [
  function () {
    FS.mkdir('/checkout');
    FS.mount(NODEFS, { root: process.cwd() }, '/checkout');
    FS.chdir('/checkout');
  },
];
