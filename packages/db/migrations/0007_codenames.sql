CREATE TABLE "codename_blocks" (
	"tenant" text NOT NULL,
	"block" smallint NOT NULL,
	"version" bigint NOT NULL,
	"sealed" text NOT NULL,
	"terms" integer NOT NULL,
	"counts" jsonb NOT NULL,
	CONSTRAINT "codename_blocks_tenant_block_pk" PRIMARY KEY("tenant","block")
);
--> statement-breakpoint
CREATE TABLE "codename_registries" (
	"tenant" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"changed_by" text,
	"changed_at" timestamp with time zone
);
