/** Apart from the rest of the contract, so that it is fetched with the schema library only when it is needed. */
export { checkResponseShape } from '@holdfast/contract'
