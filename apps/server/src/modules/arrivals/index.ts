export { type Arrived, arrivalsStatement } from './arrivals-statement.ts'
export { maxNumbered, numberArrivals } from './number-arrivals.ts'
export { type Arrival, type ArrivalRange, hasArrivals, readArrivals } from './read-arrivals.ts'
