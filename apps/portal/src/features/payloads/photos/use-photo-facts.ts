import { type Payload, readPhotoFacts } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { fetchPart } from '../content/media-part.ts'

/**
 * What the camera noted in a photo, which is part of its content: known once the photo is opened, on the whole screen, and
 * forgotten with the screen.
 * @param address where the opened photo is; `null` for parts of the screen that only show what is known
 */
export const usePhotoFacts = ({ payload_reference }: Payload, address: string | null) =>
  useQuery({
    queryKey: ['photo-facts', payload_reference],
    queryFn: async ({ signal }) => {
      const facts = await fetchPart(address ?? '', 'facts', signal)
      return facts ? readPhotoFacts(new TextDecoder().decode(facts)) : {}
    },
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
