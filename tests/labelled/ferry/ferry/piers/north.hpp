#pragma once

int north_depth();
