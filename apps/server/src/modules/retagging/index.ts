export { gainsOfBearers, visitsOf } from './gains-of-bearers.ts'
export { grantByTags, type Retagging } from './grant-by-tags.ts'
export { toldGains } from './told-gains.ts'
