import type { Payload } from '@holdfast/contract'
import { createContext, use } from 'react'
import classes from './row-picture.module.css'
import { Thumbnail } from './thumbnail.tsx'

/** The addresses of the small pictures of a list's rows, by payload reference. */
export const ShownThumbnails = createContext<ReadonlyMap<string, string>>(new Map())

/** The reference of a recording that has a small picture; `null` of others. */
export const pictureOf = ({ payload_type, payload_reference }: Payload): string | null =>
  payload_type === 'Photo' || payload_type === 'Video' || payload_type === 'AR' ? payload_reference : null

/** The small picture of a photo or video in a row. */
export const RowPicture = ({ payload }: { payload: Payload }) => (
  <span className={classes.picture}>
    <Thumbnail
      address={use(ShownThumbnails).get(payload.payload_reference)}
      isVideo={payload.payload_type !== 'Photo'}
    />
  </span>
)
