#pragma once

int east_depth();
