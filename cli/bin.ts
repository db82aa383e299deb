#!/usr/bin/env node
// The terminal door as the package offers it: npx pocket-nexus.
import { fileURLToPath } from 'node:url';
import { MODELS } from '../node/models-folder.ts';
import { main } from './kip.ts';

await main(process.argv.slice(2), fileURLToPath(MODELS));
