export { exportNews, readNews } from './reading/service.ts'
export { forgetNewsOf, type Telling, tell, tellSignInChange } from './telling/service.ts'
