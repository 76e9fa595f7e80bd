export { forgetNewsOf, type Telling, tell, tellSignInChange } from './telling/service.ts'
