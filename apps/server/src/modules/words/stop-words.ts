/**
 * Words of English and Portuguese that nearly every message contains, without accents. They are not indexed: they find nothing, and
 * their frequencies would tell most about the language of a copied database. A change of the lists needs a new `indexVersion`.
 */
const english = `a about after all also am an and any are as at be because been before being but by can could did do does for
  from get got had has have he her here hers him his how i if in into is it its just me more most my no not of on one only or our out
  over she so some than that the their them then there these they this those to too up us very was we were what when where which
  while who why will with would yes you your yours s t d ll m re ve`

const portuguese = `a ao aos as ate com como da das de dela dele deles delas do dos e ela elas ele eles em entre era eram essa essas
  esse esses esta estas este estes estao estava estou eu foi foram ha isso isto ja la lhe lhes mais mas me mesmo meu meus minha minhas
  muito na nao nas nem no nos nossa nossas nosso nossos num numa o os ou para pela pelas pelo pelos por porque qual quando que quem se
  sem ser seu seus so sao sou sua suas tambem te tem tenho ter teu tua um uma umas uns voce voces vai vou`

const stopWords: ReadonlySet<string> = new Set(`${english} ${portuguese}`.split(/\s+/))

/** @param folded a word in lower case without accents */
export const isStopWord = (folded: string): boolean => stopWords.has(folded)
