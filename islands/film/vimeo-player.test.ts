import { expect, it } from 'vitest'
import { vimeoEvent } from './players.ts'

it.each([
  [{ event: 'ready' }, 'ready'],
  ['{"event":"ready","player_id":"x"}', 'ready'],
  [{ method: 'ping' }, 'ready'],
  [{ event: 'play', data: { seconds: 1 } }, 'play'],
  ['{"event":"pause"}', 'pause'],
  [{ event: 'ended' }, 'ended'],
  [{ event: 'error', data: { method: 'ready', name: 'PrivacyError' } }, 'error'],
  [{ event: 'error', data: { method: 'setVolume' } }, undefined],
  [{ event: 'error', data: null }, undefined],
  [{ event: 'timeupdate' }, undefined],
  [{ event: 'constructor' }, undefined],
  [{ event: { toString: (): string => 'play' } }, undefined],
  ['{"event":', undefined],
  ['null', undefined],
  ['"play"', undefined],
  [null, undefined],
  [undefined, undefined],
  [7, undefined],
  [[], undefined],
])('T21: %j says %s', (data, word) => expect(vimeoEvent(data)).toBe(word))
