import * as v from 'valibot'
import { OwnTransparency } from '../../schema/own/transparency.ts'
import { recordList } from '../../schema/text.ts'
import { bySession } from '../call.ts'

const TRANSPARENCY = '/api/v3/transparency/'

/** The embedded site's: what was reported and decided, by month, for anyone. */
export const transparencyCalls = {
  transparency: bySession.get('visitor', TRANSPARENCY, v.object({}), recordList(OwnTransparency), {
    auth: 'none',
    cache: 'minute',
  }),
  transparencyCsv: bySession.get('visitor', `${TRANSPARENCY}csv/`, v.object({}), v.string(), {
    auth: 'none',
    cache: 'minute',
    responseType: 'text',
  }),
}
