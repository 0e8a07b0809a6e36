import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import { createPageClient } from '../dom/page-client.ts'
import { statusOf, useAdmin } from './admin.tsx'
import { listenForPassword } from './fresh-sign-in.ts'
import { ABOVE, afterKey } from './parts/unsaved.tsx'

const client = createPageClient({ confirmSession: ownSiteCalls.confirmSession })

/** Asks for the password where a call wants a fresh sign-in, and lets the call go on (T55). */
export function PasswordDialog() {
  const { common } = useAdmin().texts
  const [answer, setAnswer] = useState<(isGiven: boolean) => void>()
  useEffect(() => listenForPassword((answer) => setAnswer(() => answer)), [])
  const end = (isGiven: boolean) => {
    answer?.(isGiven)
    setAnswer(undefined)
  }
  return (
    // Above the dialog that has made the call.
    <Modal
      opened={answer !== undefined}
      onClose={() => afterKey(() => end(false))}
      title={common.passwordTitle}
      {...ABOVE}
    >
      {answer && <PasswordForm end={end} />}
    </Modal>
  )
}

function PasswordForm({ end }: { end: (isGiven: boolean) => void }) {
  const { common } = useAdmin().texts
  const [password, setPassword] = useState('')
  const [status, setStatus] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const problems: Readonly<Record<number, string>> = { 403: common.passwordWrong, 409: common.passwordNone }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      await client.confirmSession({ password })
      end(true)
    } catch (error) {
      setStatus(statusOf(error) ?? 0)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>{common.passwordText}</p>
        <TextInput
          type="password"
          label={common.password}
          autoComplete="current-password"
          maxLength={256}
          required
          data-autofocus
          value={password}
          error={status === undefined ? undefined : (problems[status] ?? common.failedSave)}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => end(false)}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {common.proceed}
        </Button>
      </Group>
    </form>
  )
}
