import type { SignupCheck } from '@maru/contract'
import { useState } from 'react'
import type { Channel } from '../../protection/contact-codes.ts'
import { useIdentityCheck } from '../../protection/use-identity-check.ts'
import type { RegisterForm, Stage } from './form.ts'

interface Proved {
  /** The number or address that it proves. */
  readonly value: string
  readonly proof: string
}

/** What a new member has proved of himself. */
export function useProofs(form: RegisterForm, checks: readonly SignupCheck[]) {
  const identity = useIdentityCheck()
  const [proved, setProved] = useState<Partial<Record<Channel, Proved>>>({})
  const proofOf = (channel: Channel) => (proved[channel]?.value === form[channel] ? proved[channel].proof : undefined)
  const [phoneProof, emailProof] = [proofOf('phone'), proofOf('email')]
  const lacksCode =
    (checks.includes('PHONE') && phoneProof === undefined) || (checks.includes('EMAIL') && emailProof === undefined)
  return {
    identity,
    proofOf,
    prove: (channel: Channel, given: Proved) => setProved((before) => ({ ...before, [channel]: given })),
    /** Whether a stage still waits for a proof. */
    isMissing: (stage: Stage): boolean =>
      (stage === 'identity' && identity.key === undefined) || (stage === 'codes' && lacksCode),
    /** What the sign-up sends of it. */
    body: {
      ...(identity.key !== undefined && { identityKey: identity.key }),
      ...(phoneProof !== undefined && { phoneProof }),
      ...(emailProof !== undefined && { emailProof }),
    },
    /** The server takes a proof no more: all are given anew. Gives the first stage that asks for one. */
    drop(stages: readonly Stage[], isIdentity: boolean): Stage | undefined {
      if (isIdentity) identity.forget()
      else setProved({})
      return stages.find((stage) => stage === (isIdentity ? 'identity' : 'codes'))
    },
  }
}
