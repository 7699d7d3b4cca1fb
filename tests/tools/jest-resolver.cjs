// TypeScript's sources name each other with `.js`, as the compiled files will be called.
const { existsSync } = require('node:fs');
const { dirname, resolve } = require('node:path');

module.exports = (request, options) => {
  if (/^\.{1,2}\/.*\.js$/.test(request)) {
    const source = resolve(options.basedir ?? dirname(options.path ?? ''), request.replace(/\.js$/, '.ts'));
    if (existsSync(source)) return source;
  }
  return options.defaultResolver(request, options);
};
