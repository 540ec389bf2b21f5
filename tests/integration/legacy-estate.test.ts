import { migrateEstate } from './legacy-estate.ts'

migrateEstate({ users: 50, rows: 5000, media: 60 })
