import { isApiError } from '@maru/client/api/error'
import { QueryClient } from '@tanstack/react-query'

/** One cache for all answers. A refusal is an answer: only missing answers are asked for again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && (!isApiError(error) || error.isAmbiguous),
    },
  },
})
