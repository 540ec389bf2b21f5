import { migrateEstate } from './legacy-estate.ts'

/** `HOLDFAST_ESTATE_USERS=2000 HOLDFAST_ESTATE_ROWS=1000000 HOLDFAST_ESTATE_MEDIA=300` for a large one. */
migrateEstate(
  {
    users: Number(process.env.HOLDFAST_ESTATE_USERS ?? 200),
    rows: Number(process.env.HOLDFAST_ESTATE_ROWS ?? 50_000),
    media: Number(process.env.HOLDFAST_ESTATE_MEDIA ?? 300),
  },
  { timeout: 4 * 3_600_000, beside: true },
)
