import { noun } from './noun.ts'

/** The cases and investigations that legal holds belong to. The actions on holds open them, too. */
export const matters = noun({
  name: 'matter',
  actions: {},
  limitedBy: 'account',
  roles: {},
  events: ['saved'],
  errors: {
    closed: [409, 'This matter is closed; open it again before you place holds'],
    has_holds: [409, 'This matter still has holds; release them before you close it'],
  },
})
