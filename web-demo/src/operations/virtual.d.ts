declare module 'virtual:operations' {
  const catalogue: import('./model/catalogue.js').Catalogue;
  export default catalogue;
}
