import { AppError } from '../errors.ts'

/** The password was right, and a second factor is missing. `begun` is the cookie that binds the rest to its browser. */
export class SecondFactorError extends AppError {
  readonly detail: Readonly<Record<'code' | 'factors', string>>
  readonly begun: string

  constructor(factors: readonly string[], begun: string) {
    super('second-factor-needed', 'This account has a second factor: send its code too, in the field code')
    this.detail = { code: 'code is required', factors: factors.join(' ') }
    this.begun = begun
  }
}
