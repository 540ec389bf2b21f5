import { publicAddresses, screensByPerson } from '../../tests/journeys/screen-addresses.ts'
import type { Visitor } from '../../tests/journeys/visitor.ts'

export interface ScreenToPhotograph {
  /** Of the file. */
  name: string
  /** Who opens it; nobody is signed in when absent. */
  signIn?: { client: string; person: string }
  /** The address, which may name something that a list has. */
  address: (visitor: Visitor) => Promise<string>
}

const reviewer = { client: 'meridian', person: 'ruth.castellan' }
const administrator = { client: 'meridian', person: 'olivia.hart' }
const payloadTypes = {
  call: ['calls', 'Call'],
  photo: ['photos', 'Photo'],
  video: ['videos', 'Video'],
  message: ['messages', 'SMS'],
  interview: ['interviews', 'Interview'],
} as const
type Detail = keyof typeof payloadTypes

/** Names of screens that show one recording: the newest that can be opened. */
export const detailNames = Object.keys(payloadTypes) as Detail[]
const isDetail = (text: string): text is Detail => text in payloadTypes

/** The screens of the arguments; all if there are none. */
export const chooseScreens = (wanted: readonly string[], as: string | undefined): ScreenToPhotograph[] => {
  const everyAddress = [...publicAddresses, ...screensByPerson.flatMap(({ addresses }) => addresses)]
  return (wanted.length > 0 ? wanted : [...everyAddress, ...detailNames]).map((screen) => {
    const signIn = as === undefined ? whoOpens(screen) : personNamed(as)
    const address = isDetail(screen) ? detailAddress(screen, signIn ?? reviewer) : async () => screen
    const name = screen.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-|-$/g, '') || 'start'
    return { name, address, ...(signIn && { signIn }) }
  })
}

const personNamed = (text: string) => {
  const [client = '', person] = text.split('/')
  return person === undefined ? { client: administrator.client, person: client } : { client, person }
}

const whoOpens = (screen: string): ScreenToPhotograph['signIn'] => {
  if (publicAddresses.includes(screen)) return undefined
  const isListed = screensByPerson.find(({ addresses }) => addresses.some((address) => address === screen))
  if (isListed) return isListed
  if (screen.startsWith('/internal')) return { client: 'admin', person: 'nadia.osei' }
  return isDetail(screen) || screen.startsWith('/dashboard/services') ? reviewer : administrator
}

const detailAddress =
  (detail: Detail, { client }: { client: string }) =>
  async (visitor: Visitor): Promise<string> => {
    const [place, type] = payloadTypes[detail]
    const filter = `filter[payload_types][0]=${type}&filter[payload_states][0]=Processed&limit=1`
    const { items } = await visitor.read<{ items: { payload_reference: string }[] }>(
      `/api/client/v1/${client}/payloads?${filter}`,
    )
    if (!items[0]) throw new Error(`there is no recording of type ${type}`)
    return `/dashboard/services/${place}/${items[0].payload_reference}`
  }
