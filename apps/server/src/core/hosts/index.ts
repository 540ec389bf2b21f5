export { type Audience, audienceOf, audiencesByHost, portalOriginOf } from './hosts.ts'
export { pageRedirect } from './page-redirect.ts'
