import type { PayloadType, UserProfile } from '@holdfast/contract'
import { listedKinds } from '../kinds.ts'

/** The types of the list of all kinds: those that the person may see. With none of them, all: the server then answers with no rows. */
export const readableTypes = (profile: UserProfile | undefined): readonly PayloadType[] => {
  const { types } = listedKinds.all
  const readable = types.filter((type) => profile?.payload_types.includes(type) ?? true)
  return readable.length > 0 ? readable : types
}
