import type { Payload } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { fetchPart, partAddress } from '../content/media-part.ts'

const heic = /^image\/hei[cf]$/

/**
 * The address of a picture that browsers show: of a HEIC the JPEG that is made of it. It is made together with the
 * thumbnail, so waiting for that one avoids fetching the picture, which is recorded, twice.
 */
export const usePicture = ({ payload_reference, media }: Payload, address: string | null) =>
  useQuery({
    queryKey: ['picture', payload_reference, address],
    queryFn: async ({ signal }): Promise<string> => {
      const original = address ?? ''
      if (!heic.test(media?.content_type ?? '')) return original
      // Some browsers show HEIC by themselves, so the original is tried when nothing could be made of it.
      return (await fetchPart(original, 'thumbnail', signal)) ? partAddress(original, 'rendition') : original
    },
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
