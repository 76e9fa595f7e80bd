export { forgetNewsOf, type Telling, tell } from './telling/service.ts'
