import { defineRoutes } from '../platform/http/route.ts'
import { newsContract } from './contract.ts'
import { listNews, readNews } from './reading/service.ts'

/** The calls for what a person is told. */
export const createNewsRoutes = () =>
  defineRoutes(newsContract, {
    'GET /api/v1/me/news': ({ query }, context) => listNews(context, query),
    'POST /api/v1/me/news/read': ({ body }, context) => readNews(context, body),
  })
