/** @type {import('prettier').Config} */
const config = {
  printWidth: 110,
  singleQuote: true,
  trailingComma: 'all',
};

export default config;
