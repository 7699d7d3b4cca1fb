import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'node_modules/',
    'build/',
    'dist/',
    '.cache/',
    'coverage/',
    'tests/**/tmp/',
    'js/src/generated/',
    'js/elements/declarations.d.ts',
    'tests/package/fixtures/types/',
  ]),
  eslint.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'prefer-const': 'error',
      'no-unused-expressions': ['error', { allowTernary: true, allowShortCircuit: true }],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    // Shared sources must run everywhere: what is Node's or the browser's alone stays in files that say so.
    files: ['js/src/**/*.ts'],
    ignores: ['js/src/**/*.node.ts', 'js/src/cli/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^node:', message: 'only in *.node.ts and the command line' }] },
      ],
    },
  },
  {
    // Their functions refuse surplus arguments, and a rest parameter would be part of their types.
    files: ['js/src/{np,nn,random}/**/*.ts'],
    rules: { 'prefer-rest-params': 'off' },
  },
  {
    files: ['tests/**/*.ts'],
    rules: {
      // Tests call the API wrongly on purpose.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: { ...globals.node } } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  {
    files: ['web-demo/**', 'bench/**', 'tests/package/fixtures/elements/**'],
    languageOptions: { globals: { ...globals.browser } },
  },
  {
    // Emscripten pastes this into its glue.
    files: ['tests/tools/mount-checkout.js'],
    languageOptions: { sourceType: 'script', globals: { Module: 'readonly', FS: 'readonly', NODEFS: 'readonly' } },
  },
);
