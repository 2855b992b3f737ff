import { call } from '@maru/client/api/client'
import { submitCommand } from '@maru/client/api/command'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { SignupCheck } from '@maru/contract'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { keptNote } from '../../protection/use-identity-check.ts'
import { weaknessText } from '../../protection/weak-password.ts'
import { signIn } from '../../session/session.ts'
import { showAlert } from '../../shell/alert.tsx'
import { welcomeMember } from '../../shell/welcome.ts'
import { siteInfoId, useSite } from '../../site/store.ts'
import {
  emptyForm,
  errorsOf,
  type FieldName,
  fieldOfRefusal,
  payloadOf,
  type RegisterForm,
  type Stage,
  stageOf,
  stagesOf,
} from './form.ts'
import { registerTexts } from './texts.ts'
import { useProofs } from './use-proofs.ts'

/** What the server says about a value, for as long as the field holds it. */
type Answer = { value: string; error?: string; note?: string }

/** The sign-up form: a field is judged when it is left, those of a step when it is done, all of them when the form is sent. */
export function useRegister(partnerCode: string) {
  const t = useTexts(registerTexts)
  const navigate = useNavigate()
  const formRef = useRef<HTMLFormElement>(null)
  const [step, setStep] = useState(0)
  const [form, setForm] = useState<RegisterForm>(() => emptyForm(partnerCode || keptNote()))
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const [answers, setAnswers] = useState<Partial<Record<FieldName, Answer>>>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const errors = errorsOf(form)
  const checks = useSite(({ site }) => site?.signupChecks ?? none)
  const proofs = useProofs(form, checks)
  const stages = stagesOf(checks)
  const stage = stages[step] ?? 'account'
  const dirty = useRef(false)
  const isDirty = useCallback(() => dirty.current, [])

  const set = <F extends FieldName>(field: F, value: RegisterForm[F]) => {
    dirty.current = true
    setForm((before) => ({ ...before, [field]: value }))
  }
  const answer = (field: FieldName, given: Answer) => setAnswers((before) => ({ ...before, [field]: given }))

  const checkUsername = async (username: string) => {
    answer('username', { value: username, note: t('usernameChecking') })
    try {
      const { available } = await call('GET /api/user/check_username', { query: { username } })
      answer('username', {
        value: username,
        ...(available ? { note: t('usernameFree') } : { error: t('takenUsername') }),
      })
    } catch (error) {
      // The check is a courtesy: the sign-up itself decides.
      answer('username', { value: username, note: isApiError(error) ? errorText(error) : '' })
    }
  }
  /** What makes a password easy to guess, or undefined. */
  const checkPassword = async (password: string): Promise<string | undefined> => {
    try {
      await call('POST /api/user/check_password', { body: { password, username: form.username } })
      answer('password', { value: password })
      return undefined
    } catch (refusal) {
      const error = weaknessText(refusal)
      // The check is a courtesy: the sign-up itself decides.
      answer('password', { value: password, ...(error !== null && { error }) })
      return error ?? undefined
    }
  }
  const checkPartner = async (partnerPk: string) => {
    try {
      const { name } = await call('GET /api/partner/verify', { query: { partnerPk } })
      answer('partnerId', { value: partnerPk, note: t('partnerFound', { name }) })
    } catch (error) {
      const unknown = isApiError(error) && error.code === 'PARTNER_NOT_FOUND'
      answer('partnerId', { value: partnerPk, error: unknown ? t('unknownPartner') : errorText(error) })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the link is checked once.
  useEffect(() => {
    if (form.partnerId) void checkPartner(form.partnerId)
  }, [partnerCode])

  const leave = (field: FieldName) => {
    setTouched((before) => new Set(before).add(field))
    const value = form[field]
    if (typeof value !== 'string' || value === '' || errors[field] || answers[field]?.value === value) return
    if (field === 'username') void checkUsername(value)
    if (field === 'password' && !errors.username) void checkPassword(value)
    if (field === 'partnerId') void checkPartner(value)
  }
  const currentAnswer = (field: FieldName) => (answers[field]?.value === form[field] ? answers[field] : undefined)
  const errorOf = (field: FieldName): string | undefined => {
    const own = touched.has(field) ? errors[field] : undefined
    return own ? t(own) : currentAnswer(field)?.error
  }
  const noteOf = (field: FieldName): string | undefined => currentAnswer(field)?.note

  const focus = (field: FieldName) => {
    flushSync(() => setStep(stages.indexOf(stageOf(field))))
    formRef.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus()
  }
  const placeOf = (field: FieldName): number => stages.indexOf(stageOf(field))
  /** Goes to a step, whose heading is read out. */
  const goTo = (next: number) => {
    setFailure(null)
    flushSync(() => setStep(next))
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('.register legend')?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (proofs.isMissing(stage)) return setFailure(t('proveFirst'))
    const isLast = step === stages.length - 1
    const asked = (Object.keys(form) as FieldName[]).filter((field) => isLast || placeOf(field) <= step)
    setTouched((before) => new Set([...before, ...asked]))
    const wrong = asked
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .find((field) => errors[field] || currentAnswer(field)?.error)
    setFailure(wrong ? t('fixFields') : null)
    if (wrong) return focus(wrong)
    if (stage === 'account' && currentAnswer('password') === undefined && (await checkPassword(form.password))) {
      setFailure(t('fixFields'))
      return focus('password')
    }
    if (!isLast) return goTo(step + 1)
    setBusy(true)
    try {
      const { status } = await call('POST /api/player', {
        body: { ...payloadOf(form, await siteInfoId()), ...proofs.body },
      })
      dirty.current = false
      if (status === 'ACTIVE') return await enter()
      await showAlert(t('pending'))
      await navigate('/signin')
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const enter = async () => {
    if (!(await signIn(form.username, form.password, true))) return
    welcomeMember()
    if (!form.lossLimit) return
    const limit = { kind: 'LOSS', window: '24h', currency: 'KRW', amount: String(form.lossLimit) } as const
    await submitCommand('POST /api/limit/set', { limits: [limit] }).catch(() => showAlert(t('limitFailed')))
  }
  const refuse = (error: unknown) => {
    const proof = isApiError(error) ? proofOfRefusal[error.code] : undefined
    if (proof !== undefined) {
      const dropped = proofs.drop(stages, proof === 'identity')
      if (dropped !== undefined) goTo(stages.indexOf(dropped))
    }
    const field = isApiError(error) ? fieldOfRefusal[error.code] : undefined
    const value = field && form[field]
    if (field && typeof value === 'string') {
      answer(field, { value, error: weaknessText(error) ?? errorText(error) })
      focus(field)
    }
    setFailure(field ? t('fixFields') : errorText(error))
  }
  const isValid = (field: FieldName): boolean => errors[field] === undefined
  return {
    step,
    stage,
    stages,
    checks,
    proofs,
    isValid,
    goTo,
    form,
    set,
    leave,
    errorOf,
    noteOf,
    submit,
    busy,
    failure,
    formRef,
    isDirty,
  }
}
const none: readonly SignupCheck[] = []
/** Which proof a refusal is about. */
const proofOfRefusal: Partial<Record<string, Stage>> = {
  KYC_REQUIRED: 'identity',
  IDENTITY_DUPLICATE: 'identity',
  OTP_EXPIRED: 'codes',
}
export type Register = ReturnType<typeof useRegister>
