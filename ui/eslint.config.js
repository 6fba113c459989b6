import js from '@eslint/js';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/api/schema.d.ts'] },
  js.configs.recommended,
  { files: ['scripts/*.mjs'], languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...ts.configs.strictTypeChecked, a11y.flatConfigs.recommended, hooks.configs.flat['recommended-latest']],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off', // noUncheckedIndexedAccess asks at every index
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/only-throw-error': 'off', // the router redirects by throwing
      '@typescript-eslint/consistent-type-imports': 'error',
      'jsx-a11y/no-redundant-roles': ['error', { table: ['table'], tbody: ['rowgroup'], thead: ['rowgroup'], tr: ['row'], td: ['cell'], ol: ['list'], ul: ['list'] }],
      // Folding takes a table's roles away, so they are written out.
      'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
      'no-restricted-imports': ['error', { paths: [{ name: '@tanstack/react-router', importNames: ['Link'], message: 'Use #/parts/Link: it leaves aria-current to you.' }] }],
      'no-alert': 'error',
    },
  },
  {
    files: ['src/{parts,shell,screens}/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXText[value=/\\p{L}{2}/u]', message: 'Texts stand in src/texts.' },
        { selector: 'JSXAttribute[name.name=/^(aria-label|title|placeholder|alt)$/] > Literal[value=/\\p{L}{2}/u]', message: 'Texts stand in src/texts.' },
      ],
    },
  },
);
