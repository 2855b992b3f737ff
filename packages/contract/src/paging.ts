import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { PageParam, pageOf, SizeParam } from './primitives.ts'

// A list is a bare array. It is a page where resultType asks for one, or where page or size is sent.

const asking = {
  resultType: z.string().max(20).optional().meta({ description: 'List (default) or Page' }),
  page: PageParam.optional(),
  size: SizeParam.optional(),
}

const arraysOf = (response: z.ZodType): z.ZodArray[] =>
  optionsOf(response).filter((option): option is z.ZodArray => option instanceof z.ZodArray)
const optionsOf = (response: z.ZodType): readonly z.core.$ZodType[] =>
  response instanceof z.ZodUnion ? response.options : [response]
const isPage = (schema: z.core.$ZodType): boolean => schema instanceof z.ZodObject && 'totalPages' in schema.shape

/** What a call takes in its query string: a list takes page and size too. */
export function querySchemaOf({ query, response }: Endpoint): z.ZodObject | undefined {
  return arraysOf(response).length === 0 ? query : z.object({ ...asking, ...query?.shape })
}

/** What a call answers: a list also as a page. */
export function responseSchemaOf({ response }: Endpoint): z.ZodType {
  const options = optionsOf(response)
  if (options.some(isPage)) return response
  const pages = arraysOf(response).map(({ element }) => pageOf(element as z.ZodType))
  return pages.length === 0 ? response : z.union([...options, ...pages] as unknown as readonly [z.ZodType])
}
