/** `npm run expressions`: lists the safe regular expressions of the product; with `--anew` every one is checked again. */
import { exit } from 'node:process'
import { listExpressions } from './checks/expressions.ts'

exit(listExpressions({ anew: process.argv.includes('--anew') }))
