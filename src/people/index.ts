export { findAnybody, findPeople, rankCreators } from './finding/service.ts'
export { createFollowLimit, follow, tellEarlierFollows } from './following/service.ts'
export { lastVisit } from './following/visits.ts'
export { deletePerson, exportPerson } from './own-data.ts'
export {
  createProfile,
  findUserId,
  getOwnProfile,
  getProfile,
  setProfileSuspended,
  updateProfile,
} from './profiles/service.ts'
export { createPeopleLimits, giveUsername } from './profiles/usernames.ts'
