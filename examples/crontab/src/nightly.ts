// src/nightly.ts
import {
  CronTabClient,
  assertCronTab,
  type CronTabInput,
} from "./generated/stable.example.com/v1/crontabs/index.js";
import { connect } from "./generated/runtime/v1/node.js";

const nightly: CronTabInput = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "nightly" },
  spec: { cronSpec: "0 3 * * *", image: "example.com/backup" },
};

assertCronTab(nightly); // throws an error that lists what the API server would list

const client = new CronTabClient(await connect()); // the cluster and namespace of your kubeconfig
const created = await client.create(nightly);
console.log(created.spec.replicas); // 1: the default, and a number to the compiler
