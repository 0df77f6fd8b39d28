/** The lists that we use; the library has no types. */
declare module 'stopword' {
  type List = readonly string[];
  export const ces: List;
  export const dan: List;
  export const deu: List;
  export const eng: List;
  export const fin: List;
  export const fra: List;
  export const ita: List;
  export const nld: List;
  export const nob: List;
  export const pol: List;
  export const por: List;
  export const rus: List;
  export const spa: List;
  export const swe: List;
  export const tur: List;
  export const ukr: List;
}
