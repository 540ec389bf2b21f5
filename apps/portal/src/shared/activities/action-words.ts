import type { FindText } from '../i18n/text.ts'

/**
 * A call on the trail in words: its own, as `did.GET /exchange` has them, otherwise those of its method and noun, such as
 * 'Viewed recordings' for `GET /payloads` from `did.GET` and `noun.payloads`. The call itself when there are none.
 */
export const actionInWords = (action: string, findText: FindText): string => {
  const [method = '', path = ''] = action.split(' ')
  const what = findText(`noun.${nounOf(path)}`)
  return findText(`did.${action}`) ?? (what && findText(`did.${method}`, { what })) ?? action
}

/** `/account/apps` is about apps; `/clients/{client}/roles` is about roles. */
const nounOf = (path: string): string => {
  const [first = '', second = '', third] = path.split('/').slice(1)
  if (first === 'account') return second
  return first === 'clients' && third !== undefined ? third : first
}
