export { isProcedure } from './procedures/wire.ts'
export { restWire } from './wire.ts'
