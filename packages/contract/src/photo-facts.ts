import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { Finite } from './fields.ts'

const Note = Type.Optional(Type.String({ maxLength: 255 }))
const Measure = Type.Optional(Finite)

/**
 * What the camera noted in a photo (Exif), which anybody can have edited. The part `facts` of a photo holds it as JSON, without
 * what the camera did not note.
 */
export const PhotoFacts = Type.Object({
  make: Note,
  model: Note,
  lens: Note,
  software: Note,
  description: Note,
  artist: Note,
  copyright: Note,
  taken_at: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$',
      description: "The time of the camera's clock, in an unknown zone",
    }),
  ),
  utc_offset: Note,
  exposure_s: Measure,
  f_number: Measure,
  iso: Measure,
  exposure_bias_ev: Measure,
  focal_length_mm: Measure,
  focal_length_35mm: Measure,
  is_flash_fired: Type.Optional(Type.Boolean()),
  width: Measure,
  height: Measure,
  orientation: Type.Optional(Type.Number({ description: '1 to 8 (Exif); the portal and thumbnails apply it' })),
  position: Type.Optional(
    Type.Object({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      altitude_m: Measure,
      accuracy_m: Measure,
      direction_degrees: Measure,
      measured_at: Note,
    }),
  ),
})
export type PhotoFacts = Static<typeof PhotoFacts>

/** Reads the part `facts`. A recording is input from strangers, and so is what is made of it: anything else has no facts. */
export const readPhotoFacts = (json: string): PhotoFacts => {
  try {
    const facts: unknown = JSON.parse(json)
    return Check(PhotoFacts, facts) ? facts : {}
  } catch {
    return {}
  }
}
