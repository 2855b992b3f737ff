import { isApiError } from '@maru/client/api/error'

/** Whether a refusal is about the code alone: the request was not looked at yet, and another code can be tried under its key. */
export const isAboutCode = (error: unknown): boolean =>
  isApiError(error) &&
  (error.code.startsWith('OTP_') || error.code === 'STEP_UP_REQUIRED' || error.code === 'RATE_LIMITED')
