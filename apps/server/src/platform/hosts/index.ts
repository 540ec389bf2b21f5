export { type Audience, audienceOf, audiencesByHost, portalOriginOf } from './hosts.ts'
export { pageElsewhere } from './page-elsewhere.ts'
